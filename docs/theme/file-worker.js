// Browsers start no Worker in a page that was opened as a file, and the search is one. There its script runs in a hidden
// frame instead, which exchanges the same messages. A page that is served uses the browser's own Worker.
(() => {
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    onmessage = null;

    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      this.ready = new Promise((resolve) => {
        frame.addEventListener("load", () => {
          const inside = frame.contentWindow;
          inside.postMessage = (data) => this.tell(data);
          inside.importScripts = () => {};
          const element = inside.document.createElement("script");
          element.src = new URL(script, location.href).href;
          element.addEventListener("load", () => resolve(inside));
          inside.document.body.append(element);
        }, { once: true });
      });
      frame.srcdoc = "<!doctype html><body></body>";
      document.documentElement.append(frame);
      this.frame = frame;
    }

    tell(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.Worker = FrameWorker;
})();
