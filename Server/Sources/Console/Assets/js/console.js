// Behaviours that only the console's pages need.
import "./audience-count.js";
import "./chart-values.js";
import "./comparisons.js";
import "./live.js";
import "./read-file.js";
