// A device's event stream. The browser reconnects automatically and says what it already has. If the server refuses the stream, the device is gone
// or the server is not available, so the page asks every two seconds which it is.
const RETRY = 2_000;

export class DeviceStream {
  #source = null;
  #timer = 0;
  #isClosed = false;
  #path;
  #handlers;

  /** Handlers: state, device, scene, feed (each with its data), lost(), gone(). */
  constructor(id, handlers) {
    this.#path = `/lab/devices/${encodeURIComponent(id)}/stream`;
    this.#handlers = handlers;
    this.#open();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #open() {
    const source = new EventSource(this.#path);
    this.#source = source;
    for (const name of ["state", "device", "scene", "feed"]) {
      source.addEventListener(name, (event) => this.#handlers[name](JSON.parse(event.data)));
    }
    source.onerror = () => {
      if (this.#isClosed) return;
      this.#handlers.lost();
      if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.#ask(), RETRY);
    };
  }

  /** The stream was refused. Finds out whether the device is gone, or only the server is unavailable. */
  async #ask() {
    try {
      const response = await fetch("/lab/devices", { headers: { accept: "application/json" } });
      if (this.#isClosed) return;
      if (response.status === 401) return location.reload();
      const { devices } = await response.json();
      if (devices.some((device) => this.#path.includes(`/${device.id}/`))) this.#open();
      else this.#handlers.gone();
    } catch {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#ask(), RETRY);
    }
  }
}
