import colours from '../image/colours.json' with { type: 'json' };
import { LEVELS } from '../image/test-name';

/** Colours of the two themes by name: those of tokens.css, which a saved file cannot load. */
export const SINGLE_FILE_COLOURS = colours.themes;

const tokens = Object.entries(SINGLE_FILE_COLOURS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`)
  .join('');
const levels = LEVELS.map(
  (level) => `.${level}{background:var(--${level}-bg);color:var(--${level}-fg)}`,
).join('');

/** Marks repeat what colours say: an arrow for a change, a question mark where it is not confirmed. */
export const SINGLE_FILE_STYLE = `:root{color-scheme:light dark;${tokens}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:13px/1.45 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:90rem;margin:0 auto;padding:1.25rem}
h1{font-size:1.5rem;line-height:1.25;max-width:40rem;margin:.25rem 0 .5rem}
h2{font-size:.9375rem;margin:1.5rem 0 .25rem}
p{margin:.25rem 0}
.dim,dt,small,footer{color:var(--text-3)}
dl{display:grid;grid-template-columns:6rem 1fr;gap:.25rem .75rem;max-width:60rem}
dd{margin:0}
ul{max-width:60rem;padding-left:1.1rem}
figure{margin:.75rem 0;max-width:45rem}
svg{width:100%;overflow:visible}
svg.narrow{display:none}
figure{padding-right:3rem}
svg path{fill:none;stroke:var(--border)}
svg .reference{stroke:var(--text-3);stroke-dasharray:4 3}
svg .mark{stroke:var(--text-3);stroke-dasharray:2 3}
svg .thin{stroke:var(--text-3);opacity:.4}
svg .main{stroke:var(--text);stroke-width:2.5}
svg text{fill:var(--text-3)}
svg .tick{text-anchor:end}
svg .place{text-anchor:middle}
svg .own,svg .end{fill:var(--text);font-weight:600}
img{max-width:100%;background:#fff}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin-top:1rem}
form[hidden]{display:none}
input,select{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--text-3);border-radius:5px;padding:.3rem .5rem}
.scroll{position:relative;overflow:auto;max-height:90vh;border:1px solid var(--border);border-radius:5px;background:var(--surface)}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--border);white-space:nowrap}
td,thead th{text-align:right}
th{font-weight:400;text-align:left}
thead th{position:sticky;top:0;background:var(--surface-2);vertical-align:bottom}
thead th:first-child,tbody th:first-child{text-align:left}
thead small{display:block}
tbody th[scope=row]{position:sticky;left:0;background:var(--surface)}
.group th{background:var(--surface-2);font-weight:600}
td.base,th.base{background:var(--surface-2)}
td i{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.dn::before{content:"\\25BE  ";font-size:.8em}
.up::before{content:"\\25B4  ";font-size:.8em}
.pr::before,.pb::before,.un::before{content:"? "}
.pr{outline:1px dashed var(--regress);outline-offset:-2px}
.pb{outline:1px dashed var(--improve);outline-offset:-2px}
.v{color:var(--text-3)}
.st{background:var(--r5-bg);color:var(--r5-fg);font-weight:600}
${levels}
[hidden]{display:none}
@media(max-width:40rem){svg.narrow{display:block}svg.wide{display:none}figure{padding-right:1.5rem}main{padding:.75rem}dl{grid-template-columns:1fr}dt{margin-top:.25rem}tbody th[scope=row]{max-width:9rem;white-space:normal}}
@media print{.scroll{max-height:none;overflow:visible}form{display:none}}
`;
