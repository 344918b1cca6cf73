// Behaviours that only the editor needs.
import "./autosave.js";
import "./colour.js";
import "./keys.js";
import "./notes.js";
import "./preview.js";
import "./rows.js";
import "./steps.js";
import "./translations.js";
import "./undo.js";
import "./unsaved.js";
