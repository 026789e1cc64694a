/** What a browser has and jsdom has not. */
export function fillJsdom(): void {
  const { prototype } = HTMLDialogElement;
  prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
  };
  prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  // every element of jsdom has no size, and keeps it
  globalThis.ResizeObserver = class {
    constructor(private readonly tell: ResizeObserverCallback) {}
    observe(): void {
      this.tell([], this);
    }
    unobserve(): void {}
    disconnect(): void {}
  };
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}
