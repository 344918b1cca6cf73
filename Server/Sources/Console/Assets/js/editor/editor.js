// What only the editor does.
import "./colour.js";
import "./notes.js";
import "./preview.js";
import "./rows.js";
import "./unsaved.js";
