// Writes a value of the person, the event or the device into the text that somebody is writing, with a default for people without it.
import { register } from "./behaviors.js";

// Texts that are the same for everybody.
const PLAIN = /^(name|language|icon|base_url|asset_urls|bridge_names|ready_events|category|screens|order|sound|badge|thread_id)$|\.(key|tag|id|share|scale)$/;

register("insert-value", (form) => {
  const template = form.querySelector("template[data-insert-value]");
  if (!template) return;
  const part = template.content.firstElementChild.cloneNode(true);
  const open = part.querySelector("[data-insert-open]");
  const panel = part.querySelector("[id=insert-value-panel]");
  const path = part.querySelector("[id=insert-value-path]");
  const fallback = part.querySelector("[id=insert-value-default]");
  const problem = part.querySelector("[id=insert-value-error]");
  let field = null;

  const show = (isOpen) => {
    panel.hidden = !isOpen;
    open.ariaExpanded = String(isOpen);
    problem.hidden = true;
    if (isOpen) path.focus();
  };

  // The button stands beside the text that has the focus. It lies in the line of the label, so that nothing moves under the pointer.
  const follow = ({ target }) => {
    if (part.contains(target) || !takesValues(target)) return;
    field = target;
    if (part.parentElement === place(field)) return;
    show(false);
    place(field).append(part);
  };

  const insert = () => {
    const name = path.value.trim();
    problem.hidden = isPath(name);
    if (!isPath(name)) {
      problem.textContent = "Name a value, such as user.first_name. A name with a dot or a blank stands in brackets: user.[first name].";
      path.focus();
      return;
    }
    const text = fallback.value;
    const written = text === "" ? `{{${name}}}` : `{{#${name}}}{{${name}}}{{/${name}}}{{^${name}}}${text}{{/${name}}}`;
    field.setRangeText(written, field.selectionStart, field.selectionEnd, "end");
    show(false);
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  open.addEventListener("click", () => show(panel.hidden));
  part.querySelector("[data-insert]").addEventListener("click", insert);
  part.querySelector("[data-insert-close]").addEventListener("click", () => {
    show(false);
    field.focus();
  });
  part.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) {
      show(false);
      field.focus();
    } else if (event.key === "Enter" && event.target.tagName === "INPUT") {
      insert();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  // What is typed here is not part of the campaign yet.
  for (const kind of ["input", "change"]) part.addEventListener(kind, (event) => event.stopPropagation());
  form.addEventListener("focusin", follow);
  return () => {
    form.removeEventListener("focusin", follow);
    part.remove();
  };
});

const place = (field) => field.closest(".field") ?? field.parentElement;

/** Whether the server fills in values in the text. */
function takesValues(field) {
  const isText = field.tagName === "TEXTAREA" || (field.tagName === "INPUT" && field.type === "text");
  if (!isText || !field.name || field.readOnly || field.hasAttribute("list") || PLAIN.test(field.name)) return false;
  if (["numeric", "decimal"].includes(field.inputMode) || /\.(light|dark)\./.test(field.name)) return false;
  return field.closest("#step-message") !== null;
}

const isPath = (text) => /^(user|event|device)(\.([^\s.[\](){}"'|]+|\[([^\]]|\]\])+\]))+$/u.test(text);
