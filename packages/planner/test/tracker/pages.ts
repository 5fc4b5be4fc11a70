/** The help desk and project tracker of a software company, with markup as different frameworks write it. */
import { company } from './company.ts';
import { desks } from './desk.ts';
import { page } from './frame.ts';
import { planning } from './planning.ts';
import { work } from './work.ts';

const todos = ['Renew the TLS certificate', 'Book the retro room', 'Answer the auditors'];

const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Track work without the noise',
    '<p>Tickets, boards and releases for teams of 3 to 300.</p><p><a class="btn btn-primary" href="/signin">Get started</a></p><p class="muted">Trusted by <b>4,120</b> teams in 31 countries</p>',
  ),
  '/signin': page(
    'Sign in',
    `<form method="post" action="/signin" class="form-signin"><div class="form-floating"><input class="form-control" id="floatingInput" name="user" autocomplete="username" placeholder="name@example.com"><label for="floatingInput">Work e-mail</label></div>
    <div class="form-floating"><input type="password" class="form-control" id="floatingPassword" name="password" autocomplete="current-password" placeholder="Password"><label for="floatingPassword">Password</label><button type="button" aria-label="Show password" onclick="$('#floatingPassword').type = $('#floatingPassword').type === 'text' ? 'password' : 'text'">👁</button></div>
    <label><input type="checkbox" name="stay"> Keep me signed in</label><p><button class="btn btn-primary" type="submit">Sign in</button></p></form><p><button class="btn" type="button" onclick="tell('single sign-on', '')">Continue with company SSO</button></p><a href="/help">Trouble signing in?</a>`,
  ),
  '/account': page(
    'Good morning, Ines',
    `<div class="alert card" role="region" aria-label="Announcement"><b>Maintenance on Saturday</b> from 22:00 to 23:30. <button aria-label="Close" onclick="this.parentElement.remove(); tell('dismiss Maintenance', '')">×</button></div>
    <div class="alert card" role="region" aria-label="Announcement"><b>New: saved searches</b> are here for everyone. <button aria-label="Close" onclick="this.parentElement.remove(); tell('dismiss New', '')">×</button></div>
    <div class="grid">${[
      ['Open tickets', '14'],
      ['Overdue', '3'],
      ['Waiting for you', '5'],
      ['Resolved this week', '22'],
      ['On call this week', 'Tobias Renner'],
      ['Current sprint', 'Sprint 31'],
    ]
      .map(
        ([name, value]) =>
          `<div class="card ant-statistic"><div class="muted">${name}</div><div style="font-size: 24px">${value}</div></div>`,
      )
      .join('')}</div>
    <h2>My to-dos</h2><ul id="todos" style="list-style: none">${todos.map((todo) => `<li><label><input type="checkbox" onchange="tell('todo ${todo} ' + checked, '')"> ${todo}</label> <span class="pick" title="Delete" onclick="this.parentElement.remove(); tell('drop ${todo}', '')">🗑</span></li>`).join('')}</ul>
    <form class="row" onsubmit="event.preventDefault(); const what = this.elements[0].value.trim(); if (!what) return; const item = document.createElement('li'); item.textContent = what; $('#todos').append(item); this.reset(); tell('todo + ' + what, '')"><input placeholder="What needs doing?"><button class="btn">Add</button></form>`,
  ),
  '/thanks': page('Thank you', '<p>We got it.</p>'),
  ...work,
  ...planning,
  ...company,
  ...desks,
};

export const tracker = { pages, page, user: 'ines.duarte@tamarack.test', password: 'Larch#Needle7' };
