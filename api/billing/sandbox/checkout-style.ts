/** The style of the checkout page: a file of its own, as the content security policy allows no style inside the page. */
export const CHECKOUT_STYLE = `:root { color-scheme: light dark; --ink: #1c2430; --soft: #5c6878; --line: #dde3ea; --card: #fff; --back: #f2f5f8; --brand: #1f5fd0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #9aa7b6; --line: #333d49; --card: #1b222b; --back: #11161c; --brand: #3f7ff0; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main { width: min(30rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25; }
.badge { display: inline-block; margin: 0 0 .75rem; padding: .1rem .6rem; border-radius: 99px; background: #ffe9b8;
  color: #6b4700; font-size: .8rem; font-weight: 600; }
dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
dl div { display: flex; gap: 1rem; justify-content: space-between; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); white-space: nowrap; }
dd { margin: 0; text-align: right; font-weight: 600; }
form { display: flex; gap: .75rem; margin: 0 0 1rem; }
button { flex: 1; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { flex: 2; border-color: var(--brand); background: var(--brand); color: #fff; }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.good, .bad { padding: .75rem 1rem; border-radius: 8px; font-weight: 600; }
.good { background: #dff3e4; color: #14532d; }
.bad { background: #fdecc8; color: #6b4700; }
.small, .notice { color: var(--soft); font-size: .875rem; }
.notice { margin: 1.5rem 0 0; }
`;
