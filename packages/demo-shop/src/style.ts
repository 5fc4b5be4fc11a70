export const style = `
:root { --ink: #1f2933; --soft: #5b6773; --line: #e3e0d8; --paper: #fbfaf7; --card: #ffffff; --brand: #2f5d50; --brand-dark: #23473d; --sale: #b4462f; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", "Open Sans", "Helvetica Neue", Arial, sans-serif; }
a { color: var(--brand); }
h1, h2, h3 { line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; }
h1 { font-size: 2.1rem; margin: 0 0 .6rem; }
h2 { font-size: 1.4rem; margin: 0 0 1rem; }
.wrap { width: 100%; max-width: 1120px; margin: 0 auto; padding: 0 24px; }
main { flex: 1; }
.site-header { background: var(--card); border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 1; }
.site-header .wrap { display: flex; align-items: center; gap: 24px; height: 72px; }
.brand { font-size: 1.25rem; font-weight: 750; color: var(--ink); text-decoration: none; white-space: nowrap; }
.brand span { color: var(--brand); }
.site-nav { display: flex; gap: 18px; }
.site-nav a { color: var(--soft); text-decoration: none; font-weight: 550; white-space: nowrap; }
.site-nav a:hover, .site-nav a[aria-current] { color: var(--brand); }
.search { margin-left: auto; display: flex; gap: 8px; }
.search input { width: 210px; }
input, select, textarea { font: inherit; color: inherit; padding: 9px 12px; border: 1px solid #cfccc3; border-radius: 9px; background: #fff; width: 100%; }
input[type=checkbox], input[type=radio] { width: 18px; height: 18px; margin: 0; accent-color: var(--brand); }
input:focus, select:focus, textarea:focus { outline: 3px solid #b9d4cb; border-color: var(--brand); }
button, .button { font: inherit; font-weight: 600; padding: 10px 18px; border: 0; border-radius: 9px; background: var(--brand); color: #fff; cursor: pointer; text-decoration: none; display: inline-block; }
button:hover, .button:hover { background: var(--brand-dark); }
button.quiet { background: #eeece5; color: var(--ink); }
button.quiet:hover { background: #e2dfd5; }
.hero { background: linear-gradient(120deg, #2f5d50, #4d8a77); color: #fff; border-radius: 20px; padding: 44px 48px; margin: 28px 0 32px; display: flex; align-items: center; justify-content: space-between; gap: 32px; }
.hero p { font-size: 1.1rem; max-width: 46ch; margin: 0 0 1.2rem; color: #e5f0ec; }
.hero .button { background: #fff; color: var(--brand-dark); }
.hero svg { width: 190px; flex: none; }
.products { list-style: none; padding: 0; margin: 0 0 40px; display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; display: flex; flex-direction: column; height: 100%; }
.card .picture { display: block; padding: 22px; text-align: center; }
.card .picture svg { height: 96px; }
.card .body { padding: 16px 18px 18px; display: flex; flex-direction: column; flex: 1; }
.card h3 { margin: 0; font-size: 1.08rem; }
.card h3 a { color: var(--ink); text-decoration: none; }
.card .tagline { color: var(--soft); margin: 2px 0 12px; font-size: .95rem; }
.card .foot { margin-top: auto; display: flex; align-items: center; justify-content: space-between; gap: 10px; }
.card button { padding: 8px 13px; font-size: .93rem; white-space: nowrap; }
.card .former { display: block; margin: 0; }
.price { font-weight: 700; font-size: 1.08rem; }
.former { color: var(--soft); font-weight: 400; font-size: .9rem; margin-left: 6px; }
.page { padding: 32px 0 48px; }
.product { display: grid; grid-template-columns: 1fr 1fr; gap: 44px; align-items: start; }
.product .picture { border-radius: 20px; padding: 60px; text-align: center; }
.product .picture svg { height: 260px; max-width: 100%; }
.product .price { font-size: 1.5rem; margin: 0 0 12px; }
.field { margin-bottom: 16px; }
.field > label, legend { display: block; font-weight: 600; margin-bottom: 5px; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.choice { display: flex; align-items: center; gap: 10px; margin: 8px 0; }
.choice small { color: var(--soft); }
fieldset { border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; margin: 0 0 16px; background: #fff; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; margin-bottom: 24px; }
th, td { text-align: left; padding: 12px 16px; border-bottom: 1px solid var(--line); }
thead th { background: #f3f1ea; font-size: .9rem; color: var(--soft); }
caption { text-align: left; font-weight: 600; padding-bottom: 8px; }
td.number, th.number { text-align: right; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 24px 28px; }
.narrow { max-width: 460px; margin: 0 auto; }
.two { display: grid; grid-template-columns: 1.6fr 1fr; gap: 32px; align-items: start; }
dl.sums { margin: 0; display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; }
dl.sums dt { color: var(--soft); } dl.sums dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
dl.sums .grand { font-weight: 750; font-size: 1.2rem; color: var(--ink); border-top: 1px solid var(--line); padding-top: 8px; }
.notice { background: #e7f2ee; border: 1px solid #bcd9ce; color: var(--brand-dark); padding: 11px 16px; border-radius: 10px; margin: 20px 0 0; }
.error { background: #fbe9e5; border: 1px solid #efc5ba; color: var(--sale); padding: 11px 16px; border-radius: 10px; margin: 0 0 16px; }
.hint { color: var(--soft); font-size: .93rem; }
.badge { background: #fbe9e5; color: var(--sale); border-radius: 999px; padding: 2px 10px; font-size: .85rem; font-weight: 600; }
.site-footer { border-top: 1px solid var(--line); background: var(--card); color: var(--soft); padding: 28px 0; }
.site-footer .wrap { display: flex; gap: 40px; justify-content: space-between; align-items: end; }
.site-footer p { margin: 0; }
.site-footer form { display: flex; gap: 8px; align-items: end; flex: none; width: 400px; }
.site-footer form div { flex: 1; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
