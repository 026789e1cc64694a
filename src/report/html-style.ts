/** The whole look of a report; light on paper and on screens that ask for it, dark on those that ask for that. */
export const REPORT_STYLE = [
  ':root{color-scheme:light dark;--ink:#1c1d21;--quiet:#5c5f6a;--line:#c9ccd4;--paper:#fff;--bad:#b3261e;--warn:#8a5a00;--good:#1b6e3c;--grave:#7a1fa2}',
  '@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e7eb;--quiet:#a2a6b3;--line:#43464f;--paper:#17181c;--bad:#ff897d;--warn:#e8b04a;--good:#7fd79b;--grave:#d9a3f0}}',
  '*{box-sizing:border-box}',
  'body{margin:0 auto;max-width:70rem;padding:2rem 1.5rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}',
  'h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.25rem;margin:2.5rem 0 .5rem;border-top:1px solid var(--line);padding-top:1rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}',
  'table{border-collapse:collapse;width:100%;margin:.5rem 0}caption{text-align:left;color:var(--quiet)}th,td{border:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}',
  'pre,code,bdi{overflow-wrap:anywhere}pre{white-space:pre-wrap;border:1px solid var(--line);padding:.5rem}code,td bdi{font-family:ui-monospace,monospace;font-size:.9em}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:var(--quiet)}dd{margin:0}ul{margin:.25rem 0;padding-left:1.25rem}',
  '.refused{color:var(--grave)}.divergent,.error{color:var(--bad)}.hypothesis,.warning{color:var(--warn)}.admissible{color:var(--good)}.quiet,.info{color:var(--quiet)}.numbers{font-variant-numeric:tabular-nums}',
  '.hidden{border:1px solid currentColor;border-radius:.2em;font-size:.8em;padding:0 .2em}',
  '@media print{body{max-width:none;padding:0}h2{break-after:avoid}tr,li{break-inside:avoid}}',
].join('');

/** The policy lets in this style and nothing else; a test holds the digest to the text. */
export const REPORT_STYLE_SHA256 = 'Iy2umSXmdRYOhyLUbFRk+Mk0Bu5Q/G34v06ygpJTbOE=';
