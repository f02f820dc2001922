/**
 * Sets the stored theme before the first paint, and switches it on a click on anything with `data-theme-toggle`.
 * Inline and without a framework: a component would run after the page was painted in the wrong theme. It also shows what
 * tables hold back for their first paint (heatmap.css): to whoever scrolls before anything else does, and should nothing come that does.
 */
const SCRIPT = `(function(){var d=document.documentElement,k='theme';
try{var s=localStorage.getItem(k);if(s==='light'||s==='dark')d.dataset.theme=s}catch(e){/* storage is off: follow the system */}
document.addEventListener('click',function(e){if(!e.target.closest||!e.target.closest('[data-theme-toggle]'))return;
var dark=d.dataset.theme?d.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
d.dataset.theme=dark?'light':'dark';
try{localStorage.setItem(k,d.dataset.theme)}catch(e){/* the choice lasts for this page */}});
function near(){document.querySelectorAll('tr[data-near]').forEach(function(r){r.removeAttribute('data-near')})}
document.addEventListener('scroll',near,{capture:true,once:true});setTimeout(near,5000)})()`;

/** @param nonce of the response: without it the content security policy keeps the script from running */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce from scripts, so React finds another one than it wrote.
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file, nothing of a user is in it.
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
