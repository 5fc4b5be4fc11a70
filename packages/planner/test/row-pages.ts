const people = ['Ann', 'Bob', 'Cy'];
const PDF = 'data:application/pdf;base64,JVBERi0xLjQK';
const roles = '<option>Viewer</option><option>Buyer</option><option>Admin</option>';

/** Pages with rows, entries and short forms that `say` what was done on them. */
export const rowPages: Readonly<Record<string, string>> = {
  '/team': `<h1>Team</h1><table><tr><th>Name</th><th>Role</th><th></th></tr>${people.map((name) => `<tr><td>${name}</td><td><select onchange="say('${name} ' + this.value)">${roles}</select></td><td><button onclick="say('edit ${name}')">Edit</button></td></tr>`).join('')}</table>`,
  '/members': `<h1>Members</h1><table><tr><th>Name</th><th>Role</th><th></th></tr>${people.map((name) => `<tr><td>${name}</td><td>Viewer</td><td><a href="/members/${name}">Edit</a></td></tr>`).join('')}</table>`,
  ...Object.fromEntries(
    people.map((name) => [
      `/members/${name}`,
      `<h1>${name}</h1><form onsubmit="event.preventDefault(); say('${name} ' + role.value); note.textContent = 'Saved'"><label>Role <select id="role">${roles}</select></label><button>Save</button></form><p id="note" role="status"></p>`,
    ]),
  ),
  '/parts': `<h1>Parts</h1><table><tr><th>Name</th><th>Price</th><th>Availability</th><th>Quantity</th></tr>${[
    ['Ball valve', '12.00', 'Out of stock'],
    ['Gate valve', '9.00', 'In stock'],
    ['Seal', '2.00', 'Out of stock'],
  ]
    .map(
      ([name, price, stock]) =>
        `<tr><td>${name}</td><td>${price}</td><td>${stock}</td><td><input type="number" value="1" onchange="say('${name} ' + this.value)"></td></tr>`,
    )
    .join('')}</table>`,
  '/orders': `<h1>Orders</h1><table><tr><th>Order</th><th>Date</th><th>Status</th></tr><tr><td>4710</td><td>3 Oct 2026</td><td>Delivered</td></tr><tr><td>4711</td><td>9 Oct 2026</td><td>Open</td></tr></table><label>Reference <input onchange="say('reference ' + this.value)"></label>`,
  '/checkout': `<h1>Checkout</h1><form onsubmit="event.preventDefault(); say('ordered ' + number.value); document.body.innerHTML = '<h1>Thank you</h1><p>Your order was placed.</p>'"><label>PO number <input id="number"></label><button>Place order</button></form>`,
  '/ticket': `<h1>Ticket 12</h1><form onsubmit="event.preventDefault(); say('closed ' + comment.value); document.body.innerHTML = '<h1>Ticket 12</h1><p>Closed</p>'"><label>Comment <textarea id="comment"></textarea></label><button>Close ticket</button></form>`,
  // The comment of this page belongs to another form than the one that closes the ticket.
  '/tickets': `<h1>Ticket 12</h1><form onsubmit="event.preventDefault(); say('commented')"><label>Comment <textarea></textarea></label><button>Add comment</button></form><button onclick="ask.showModal()">Close ticket</button><dialog id="ask"><form method="dialog" onsubmit="say('closed ' + why.value)"><label>Comment <textarea id="why"></textarea></label><button>Confirm</button></form></dialog>`,
  '/invoices': `<h1>Invoices</h1><table><tr><th>Invoice</th><th>Amount</th><th></th></tr>${[
    ['R-99', '10.00'],
    ['R-100', '12.00'],
  ]
    .map(
      ([number, sum]) =>
        `<tr><td>${number}</td><td>${sum}</td><td><a download="${number}.csv" href="data:text/csv,1" onclick="say('CSV ${number}')">CSV</a> <a download="${number}.pdf" href="${PDF}" onclick="say('PDF ${number}')">PDF</a></td></tr>`,
    )
    .join('')}</table>`,
  '/close': `<h1>Account</h1><button onclick="say('deleted')">Delete account</button><label>Password <input type="password"></label>`,
  '/about': `<main><h1>About us</h1><p>We make pumps.</p><p>Since 1980.</p><section aria-label="Contact"><p>Call us.</p></section></main><footer><p>Imprint</p></footer>`,
  '/file': `<h1>Document</h1><button aria-haspopup="menu" aria-expanded="false" onclick="entries.hidden = !entries.hidden">File</button><div role="menu" id="entries" hidden><button role="menuitem" onclick="say('saved')">Save</button><button role="menuitem" onclick="say('saved as')">Save as</button></div>`,
  '/list': `<h1>List</h1><ol id="list">${['Axle', 'Bolt', 'Chain'].map((name) => `<li draggable="true">${name}</li>`).join('')}</ol><script>
    let held;
    list.addEventListener('dragstart', ({ target }) => { held = target; });
    list.addEventListener('dragover', (event) => event.preventDefault());
    list.addEventListener('drop', (event) => {
      event.preventDefault();
      const entries = [...list.children];
      const place = event.target.closest('li');
      place[entries.indexOf(held) < entries.indexOf(place) ? 'after' : 'before'](held);
      say([...list.children].map((entry) => entry.textContent).join());
    });</script>`,
  '/pages': `<h1>Parts</h1><ul id="parts"></ul><button id="back">Previous</button> <span>Page <b id="page">1</b> of 3</span> <button id="on">Next</button><script>
    const show = (at) => {
      page.textContent = at;
      parts.innerHTML = [1, 2].map((place) => '<li>Part ' + ((at - 1) * 2 + place) + '</li>').join('');
      back.disabled = at === 1;
      on.disabled = at === 3;
    };
    back.onclick = () => show(Number(page.textContent) - 1);
    on.onclick = () => show(Number(page.textContent) + 1);
    show(1);</script>`,
};
