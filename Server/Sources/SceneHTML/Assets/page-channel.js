// The way from a page to the frame's owner. It opens before anything of the page runs, and its end is held here: a page can write to the window around
// it, where nobody listens, but not into this. What is said is text, and no longer than it may be.
//
// It also knows whether a person is using the page, which nobody outside of a frame without an origin can know. A page shares this realm and may change
// everything in it: nothing here relies on what the page can reach. Returns the few things that can be said.
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
  // The frame's address is one of its owner's server; its own origin is none. Nothing ever comes back through the port, so that no event names it.
  window.parent.postMessage(null, new URL(location.href).origin, [end]);

  const post = (text) => apply(postMessage, port, [text]);
  let said = 0;
  let length = 0;
  /** What a page says by itself. The first one too many is heard, for it ends the page. */
  const say = (text) => {
    if (said > limits.calls || length > limits.totalLength) return;
    said += 1;
    length += text.length;
    post(text);
  };

  // MARK: What a person does

  // Milliseconds from an input until a link of the page must have followed.
  const PATIENCE = 1_000;
  // As long may the click that belongs to a press take, and as long does a browser say that a window was touched.
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
  // A page can take the focus, and with it what somebody types elsewhere. Keys count once a person has come here: with a pointer, or by Tab, which is let go
  // of inside.
  let isEntered = false;
  const begin = (kind, isClicked, isUsed = false) => {
    number += 1;
    input = { number, kind, at: time(), isClicked, isUsed };
  };
  // No script can make an event that is trusted, or take that word from one.
  const hear = (name, take) => addEventListener(name, (event) => event.isTrusted && take(event), true);
  const { window: self } = window;
  hear("blur", (event) => {
    if (apply(target, event, []) === self) isEntered = false;
  });
  for (const name of ["pointerdown", "pointerup"]) hear(name, () => (isEntered = true));
  for (const name of ["keydown", "keyup"]) hear(name, (event) => apply(key, event, []) === "Tab" && (isEntered = true));
  // A finger that only scrolls has touched nothing.
  hear("pointerdown", (event) => apply(pointerType, event, []) === "mouse" && begin("mouse", false));
  hear("pointerup", (event) => {
    const kind = apply(pointerType, event, []);
    if (kind !== "mouse") begin(kind === "pen" ? "pen" : "touch", false);
    else if (input && !input.isClicked) input.at = time();
  });
  // The click that comes of a key is of that key, also when the key does not count.
  hear("keydown", (event) => !apply(repeat, event, []) && !SILENT_KEYS[apply(key, event, [])] && begin("key", false, !isEntered));
  hear("click", () => {
    const isRecent = input !== null && time() - input.at < LIFETIME;
    if (isRecent && !input.isClicked) {
      input.isClicked = true;
      input.at = time();
    } else if (!isRecent && (!isActive || apply(isActive, activation, []))) {
      // Assistive technology clicks without a pointer or a key. A label passes on what a script did as if a person had: that is no input of its own.
      begin("click", true);
    }
  });
  const isHandled = () => input !== null && time() - input.at < PATIENCE;
  /** The input from which a link follows, as JSON; each serves one link. */
  const use = () => {
    if (!isHandled() || input.isUsed) return "null";
    input.isUsed = true;
    return `{"number":${input.number},"kind":"${input.kind}"}`;
  };

  // MARK: What a page says

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
  /** As JSON; dates are kept as dates, what JSON cannot hold becomes null. null: it is larger than it may be, which is found out on the way. */
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
      // Nested deeper than the browser can follow is also too large.
      return problem === TOO_LARGE || problem instanceof RangeError ? null : "null";
    }
  };

  const text = (given, most) => stringify(apply(slice, `${given}`, [0, most]));
  return Object.freeze({
    __proto__: null,
    /** JSON is put together by hand: for an object of ours, the page might have something to say about its form. */
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
