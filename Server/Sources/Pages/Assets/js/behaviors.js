// A behaviour belongs to elements with data-behavior="name other-name". Its function is called when such an element is on the page. It may return a
// function that is called when the element is removed.
const behaviors = new Map();
const connected = new Map();

export function register(name, connect) {
  behaviors.set(name, connect);
  if (document.readyState !== "loading") visit(document.documentElement, connectElement);
}

export function start(root) {
  visit(root, connectElement);
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.removedNodes) visit(node, disconnectElement);
      for (const node of change.addedNodes) visit(node, connectElement);
    }
  }).observe(root, { childList: true, subtree: true });
}

function visit(node, act) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  if (node.dataset?.behavior) act(node);
  for (const element of node.querySelectorAll("[data-behavior]")) act(element);
}

function connectElement(element) {
  if (!element.isConnected) return;
  const own = connected.get(element) ?? new Map();
  for (const name of element.dataset.behavior.split(/\s+/)) {
    const connect = behaviors.get(name);
    if (!connect || own.has(name)) continue;
    own.set(name, connect(element) ?? null);
    connected.set(element, own);
  }
}

function disconnectElement(element) {
  if (element.isConnected) return;
  for (const disconnect of connected.get(element)?.values() ?? []) disconnect?.();
  connected.delete(element);
}
