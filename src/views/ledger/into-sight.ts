/**
 * The place is what was asked for: it comes into the middle of its panel. The panel alone is scrolled; the browser's own
 * way would move the whole page, whose bars would be gone.
 */
export function intoSight(place: HTMLElement | null): void {
  const panel = place?.closest('[role="tabpanel"]');
  if (place === null || panel === null || panel === undefined) return;
  const [own, around] = [place.getBoundingClientRect(), panel.getBoundingClientRect()];
  // of what is taller than the panel the beginning is shown
  panel.scrollTop += own.top - around.top - Math.max(0, (around.height - own.height) / 2);
}
