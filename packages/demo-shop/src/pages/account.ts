import { html } from '../html.ts';
import type { Page } from './layout.ts';

/** Printed on the login page, so that every visitor can log in. */
export const demoAccount = { email: 'demo@shop.example', password: 'teapot-42' } as const;

/** `email` is filled in; `error` is shown unless it is null. */
export function loginPage(email: string, error: string | null): Page {
  return {
    title: 'Log in',
    path: '/login',
    body: html`<div class="page">
      <div class="panel narrow">
        <h1>Log in</h1>
        ${error !== null && html`<p class="error" role="alert" id="error">${error}</p>`}
        <form action="/login" method="post">
          <div class="field">
            <label for="login-email">Email</label
            ><input id="login-email" type="email" name="email" autocomplete="username" value="${email}" />
          </div>
          <div class="field">
            <label for="login-password">Password</label
            ><input id="login-password" type="password" name="password" autocomplete="current-password" />
          </div>
          <button>Log in</button>
        </form>
        <p class="hint">
          For the demo: email <code>${demoAccount.email}</code>, password <code>${demoAccount.password}</code>
        </p>
      </div>
    </div>`,
  };
}

/** For a visitor who is signed in with `email`. */
export function accountPage(email: string): Page {
  return {
    title: 'Your account',
    path: '/account',
    body: html`<div class="page">
      <h1>Welcome back</h1>
      <p>Signed in as <strong id="account-email">${email}</strong></p>
      <p><a href="/logout">Log out</a></p>
    </div>`,
  };
}
