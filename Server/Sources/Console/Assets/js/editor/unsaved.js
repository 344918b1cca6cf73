// Asks before the person leaves a page with unsaved changes, and says so if they are not saved by themselves. Sent changes are kept in this tab until
// the server answers with something other than an error page. After an expired sign-in or a stale form, the editor offers to restore them.
import { register } from "./behaviors.js";

const storageKey = "martlet.unsaved";
// Fields of the page itself, not changes by the person.
const ownFields = new Set(["csrf", "do"]);

register("unsaved", (form) => {
  let isUnsaved = "unsaved" in form.dataset;
  // Not form.action, because a field with that name hides it. A new campaign gets another path when it is stored.
  const pathNow = () => new URL(form.getAttribute("action"), location.href).pathname;
  const leaving = (event) => {
    if (isUnsaved) event.preventDefault();
  };
  const status = form.querySelector("[data-save-status]");
  const isAutosaved = form.querySelector("[data-undo]") !== null;
  const notice = () => {
    if (isUnsaved && !isAutosaved) status.textContent = "You have unsaved changes";
  };
  form.addEventListener("input", (event) => {
    if (event.target.name?.startsWith("preview.")) return;
    isUnsaved = true;
    notice();
  });
  form.addEventListener("saved", ({ detail }) => {
    if (detail.isAll) isUnsaved = false;
  });
  notice();
  form.addEventListener("submit", (event) => {
    // A form that opens in another tab leaves this tab unchanged.
    if (event.defaultPrevented || event.submitter?.formTarget) return;
    isUnsaved = false;
    keep(pathNow(), [...new FormData(form)].filter(([name]) => !ownFields.has(name)));
  });
  addEventListener("beforeunload", leaving);
  offer(form, pathNow());
  // On a slow connection somebody types before the scripts run, and browsers restore what was typed on an earlier visit. Both are changes like any other,
  // so all behaviours hear of them.
  for (const field of form.elements) if (isChanged(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
  return () => removeEventListener("beforeunload", leaving);
});

/** Whether the field differs from what the server sent. */
function isChanged(field) {
  if (!field.name || field.type === "hidden" || field.name.startsWith("preview.")) return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) {
    const sent = [...field.options].findLastIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(sent, 0);
  }
  if (field.defaultValue === undefined) return false;
  // Browsers also rewrite what they were sent, for example times and colours.
  const asSent = field.cloneNode();
  asSent.value = field.defaultValue;
  return asSent.value !== field.value;
}

function keep(path, fields) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path, fields }));
  } catch {
    // No storage, or it is full. Then only the page itself holds the changes.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Then nothing was kept either.
  }
}

function offer(form, path) {
  const before = kept();
  if (!before) return;
  // The server answered that form without an error page, or another campaign is open.
  if (before.isRefused !== true) return forget();
  if (before.path !== path) return;
  const place = form.querySelector("[data-unsaved-offer]");
  place.hidden = false;
  place.querySelector("[data-unsaved-discard]").addEventListener("click", () => {
    forget();
    place.hidden = true;
  });
  place.querySelector("[data-unsaved-restore]").addEventListener("click", () => {
    // The server renders the form with all its rows. It stores nothing.
    const carrier = document.createElement("form");
    carrier.method = "post";
    carrier.action = path;
    const token = form.elements.namedItem("csrf").value;
    for (const [name, value] of [...before.fields, ["csrf", token], ["do", "preview"]]) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      carrier.append(field);
    }
    // Keep the same form again, in case the next answer is an error page too.
    keep(path, before.fields);
    document.body.append(carrier);
    carrier.submit();
  });
}
