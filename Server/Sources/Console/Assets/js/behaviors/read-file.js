// Offers to choose a file, and puts its content into the text field of the form. The choice is hidden until this script runs.
import { register } from "./behaviors.js";

// What the server takes, less the longer way in which forms are sent.
const LIMIT = 1_000_000;

register("read-file", (part) => {
  const choice = part.querySelector("[data-part=file]");
  const field = choice.querySelector("input");
  const note = choice.querySelector(".hint");
  const text = part.querySelector("textarea");
  const say = (words, bad) => {
    note.textContent = words;
    note.className = bad ? "error" : "hint";
  };
  const read = async () => {
    const file = field.files[0];
    if (!file) return;
    if (file.size > LIMIT) return say("The file is larger than 1 MB. Divide it, or import it with a program.", true);
    try {
      text.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      return say("The file is not UTF-8. Save it with the encoding UTF-8, which some programs call “CSV UTF-8”.", true);
    }
    const format = /\.(ndjson|jsonl)$/i.test(file.name) ? "ndjson" : "csv";
    // A form for one format has nothing to choose.
    const radio = part.querySelector(`input[name=format][value=${format}]`);
    if (radio) radio.checked = true;
    say(`The content of ${file.name} is below.`, false);
  };
  choice.hidden = false;
  field.addEventListener("change", read);
  return () => field.removeEventListener("change", read);
});
