/** Shows only the sections that hold every word of the search. The pages' Content-Security-Policy allows it by hash. */
export const SEARCH_SCRIPT = `
const field = document.getElementById('search');
const links = [...document.querySelectorAll('nav li a')];
const sections = [...document.querySelectorAll('[data-search]')].map((section) => [
  section,
  links.find((link) => link.hash === '#' + section.id)?.parentElement,
  section.textContent.toLowerCase(),
]);
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [section, link, text] of sections) {
    const fits = words.every((word) => text.includes(word));
    section.hidden = !fits;
    if (link) link.hidden = !fits;
    if (fits) shown += 1;
  }
  document.getElementById('none').hidden = shown > 0;
});
`;
