// Behaviours that only the editor needs. Translations come first: they note what the server has sent before other scripts add to it.
import "./translations.js";
import "./autosave.js";
import "./code-field.js";
import "./colour.js";
import "./insert-value.js";
import "./keys.js";
import "./notes.js";
import "./preview.js";
import "./rows.js";
import "./steps.js";
import "./undo.js";
import "./unsaved.js";
