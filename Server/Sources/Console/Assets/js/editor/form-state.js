// What was typed and chosen in the form, as text that can be compared, kept and sent again.

// Fields of the page itself, not of the campaign.
const OWN = new Set(["csrf", "do", "id", "revision"]);

export function stateOf(form) {
  return new URLSearchParams([...new FormData(form)].filter(([name]) => !OWN.has(name) && !name.startsWith("preview."))).toString();
}
