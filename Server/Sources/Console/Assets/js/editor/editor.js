// Behaviours that only the editor needs.
import "./colour.js";
import "./notes.js";
import "./preview.js";
import "./rows.js";
import "./unsaved.js";
