// Every page's entry: brings the behaviours, then connects them to what is on the page and to what comes later.
import { start } from "./behaviors.js";
import "./copy.js";
import "./dismiss-menu.js";
import "./focus-problems.js";
import "./scheme-switch.js";
import "./search-key.js";
import "./unsaved-kept.js";

start(document.documentElement);
