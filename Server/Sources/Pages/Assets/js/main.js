// The entry script of every page: loads the behaviours, then connects them to the elements on the page and to those added later.
import { start } from "./behaviors.js";
import "./copy.js";
import "./dismiss-menu.js";
import "./flash.js";
import "./focus-problems.js";
import "./palette.js";
import "./scheme-switch.js";
import "./search-key.js";
import "./unsaved-kept.js";

start(document.documentElement);
