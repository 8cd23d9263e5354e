// Lets the search of the site work where pages are opened as files: there, browsers start no Worker from a script, so the script runs in
// a hidden frame instead. The name of this file tells the offline plugin that it needs no such script from another host.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.ready = new Promise((resolve) => {
        this.frame.onload = () => resolve(this.frame.contentWindow);
      });
      window.addEventListener("message", (event) => {
        if (event.source === this.frame.contentWindow) {
          const message = new MessageEvent("message", { data: event.data });
          this.dispatchEvent(message);
          this.onmessage?.(message);
        }
      });
      const script = String(url).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      this.frame.srcdoc =
        "<script>" +
        "self.postMessage = (data) => parent.postMessage(data, '*');" +
        "self.importScripts = (...urls) => urls.reduce((last, url) => last.then(() => new Promise((done, failed) => {" +
        "const script = document.createElement('script'); script.src = url; script.onload = done; script.onerror = failed;" +
        "document.head.append(script); })), Promise.resolve());" +
        "</" + "script><script src=\"" + script + "\"></" + "script>";
      document.body.append(this.frame);
    }

    postMessage(data) {
      this.ready.then((target) => target.dispatchEvent(new target.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
