// What only the console's pages do.
import "./chart-values.js";
