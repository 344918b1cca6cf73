// The channel from a page to the frame's owner. It opens before any code of the page runs, and only this script has its port. A page can post
// messages to the window around it, where nobody listens, but not into this channel. Only text of limited length is sent.
//
// It also knows whether a person is using the page, which nothing outside a frame without an origin can know. The page shares this realm and may
// change everything in it, so nothing here relies on what the page can reach. Returns the few functions that send something.
((limits) => {
  "use strict";
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const getter = (type, name) => getOwnPropertyDescriptor(type.prototype, name)?.get;
  const { stringify } = JSON;
  const { slice } = String.prototype;
  const { isView } = ArrayBuffer;
  const { RangeError } = window;
  const { port1: port, port2: end } = new MessageChannel();
  const { postMessage } = MessagePort.prototype;
  // The frame's URL is on its owner's server, but its own origin is opaque. Nothing ever comes back through the port, so no event reveals it.
  window.parent.postMessage(null, new URL(location.href).origin, [end]);

  const post = (text) => apply(postMessage, port, [text]);
  let said = 0;
  let length = 0;
  /** Sends what a page itself says. The first message over a limit is still sent, because it ends the page. */
  const say = (text) => {
    if (said > limits.calls || length > limits.totalLength) return;
    said += 1;
    length += text.length;
    post(text);
  };

  // MARK: What a person does

  // Milliseconds after an input in which the page may open a link.
  const PATIENCE = 1_000;
  // Milliseconds that the click of a press may take. Browsers report user activation for the same time.
  const LIFETIME = 5_000;
  const { performance } = window;
  const { now } = Performance.prototype;
  const time = () => apply(now, performance, []);
  const target = getter(Event, "target");
  const [pointerType, key, repeat] = [getter(PointerEvent, "pointerType"), getter(KeyboardEvent, "key"), getter(KeyboardEvent, "repeat")];
  const activation = navigator.userActivation;
  const isActive = activation ? getter(UserActivation, "isActive") : null;
  const SILENT_KEYS = { __proto__: null, Escape: true, Tab: true, Shift: true, Control: true, Alt: true, AltGraph: true, Meta: true, CapsLock: true };
  let number = 0;
  let input = null;
  // A page can take the focus, and with it what a person types elsewhere. So keys only count once a person has entered the page: with a pointer, or
  // by Tab, which is released inside.
  let isEntered = false;
  const begin = (kind, isClicked, isUsed = false) => {
    number += 1;
    input = { number, kind, at: time(), isClicked, isUsed };
  };
  // No script can create a trusted event, or change whether an event is trusted.
  const hear = (name, take) => addEventListener(name, (event) => event.isTrusted && take(event), true);
  const { window: self } = window;
  hear("blur", (event) => {
    if (apply(target, event, []) === self) isEntered = false;
  });
  for (const name of ["pointerdown", "pointerup"]) hear(name, () => (isEntered = true));
  for (const name of ["keydown", "keyup"]) hear(name, (event) => apply(key, event, []) === "Tab" && (isEntered = true));
  // A finger that only scrolls does not count as an input.
  hear("pointerdown", (event) => apply(pointerType, event, []) === "mouse" && begin("mouse", false));
  hear("pointerup", (event) => {
    const kind = apply(pointerType, event, []);
    if (kind !== "mouse") begin(kind === "pen" ? "pen" : "touch", false);
    else if (input && !input.isClicked) input.at = time();
  });
  // A click that a key causes belongs to that key, even if the key does not count.
  hear("keydown", (event) => !apply(repeat, event, []) && !SILENT_KEYS[apply(key, event, [])] && begin("key", false, !isEntered));
  hear("click", () => {
    const isRecent = input !== null && time() - input.at < LIFETIME;
    if (isRecent && !input.isClicked) {
      input.isClicked = true;
      input.at = time();
    } else if (!isRecent && (!isActive || apply(isActive, activation, []))) {
      // Assistive technology clicks without a pointer or a key. A script's click on a label also causes a trusted click, but that is not an input.
      begin("click", true);
    }
  });
  const isHandled = () => input !== null && time() - input.at < PATIENCE;
  /** The input that leads to a link, as JSON. Each input is good for one link. */
  const use = () => {
    if (!isHandled() || input.isUsed) return "null";
    input.isUsed = true;
    return `{"number":${input.number},"kind":"${input.kind}"}`;
  };

  // MARK: What a page sends

  const isTooDeep = (text) => {
    let depth = 0;
    let isInside = false;
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index];
      if (isInside) {
        if (sign === "\\") index += 1;
        else if (sign === '"') isInside = false;
      } else if (sign === '"') {
        isInside = true;
      } else if (sign === "[" || sign === "{") {
        depth += 1;
        if (depth > limits.depth) return true;
      } else if (sign === "]" || sign === "}") {
        depth -= 1;
      }
    }
    return false;
  };

  const TOO_LARGE = { __proto__: null };
  /** The value as JSON. Dates stay dates, and what JSON cannot express becomes null. Returns null once the value exceeds a limit. */
  const plain = (value) => {
    let left = limits.values;
    let room = limits.callLength;
    try {
      const text = stringify(value, function (name, given) {
        left -= 1;
        room -= name.length + (typeof given === "string" ? given.length : 0);
        if (left < 0 || room < 0) throw TOO_LARGE;
        const own = this[name];
        if (own instanceof Date) return { $date: own.getTime() };
        if (isView(given)) return null;
        return typeof own === "bigint" ? Number(own) : given;
      });
      if (text === undefined) return "null";
      return text.length > limits.callLength || isTooDeep(text) ? null : text;
    } catch (problem) {
      // A value nested too deeply for the browser is also too large.
      return problem === TOO_LARGE || problem instanceof RangeError ? null : "null";
    }
  };

  const text = (given, most) => stringify(apply(slice, `${given}`, [0, most]));
  return Object.freeze({
    __proto__: null,
    /** Builds the JSON by hand, because the page could change how an object is serialised. */
    call: (method, given) => {
      let list = "";
      let isWhole = given.length <= limits.arguments;
      for (let index = 0; isWhole && index < given.length; index += 1) {
        const one = plain(given[index]);
        if (one !== null) list += (index > 0 ? "," : "") + one;
        isWhole = one !== null && list.length <= limits.callLength;
      }
      say(`{"call":${text(method, 64)},"arguments":[${isWhole ? list : ""}],"isTooLarge":${!isWhole},"isFromPerson":${isHandled()}}`);
    },
    link: (address, target) => say(`{"link":${text(address, 8_200)},"target":${target ? text(target, 64) : "null"},"input":${use()}}`),
    escape: () => say('{"escape":true}'),
    loaded: () => post('{"loaded":true}'),
    measured: (asked, sideways, outside) =>
      post(`{"measured":{"number":${+asked},"sideways":${text(sideways ?? "", 60)},"outside":${text(outside ?? "", 60)}}}`),
  });
})
