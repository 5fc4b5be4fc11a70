import { expect, test } from '@jest/globals';
import { installedBrowserPaths } from '../src/browser/installed.ts';

test('looks for browsers on Windows in the folders that its environment names', () => {
  const paths = installedBrowserPaths('win32', {
    ProgramFiles: String.raw`D:\Programs`,
    LocalAppData: String.raw`C:\Users\ada\AppData\Local`,
  });
  expect(paths).toContain(String.raw`D:\Programs\Google\Chrome\Application\chrome.exe`);
  expect(paths).toContain(String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`);
  expect(paths).toContain(String.raw`C:\Users\ada\AppData\Local\Chromium\Application\chrome.exe`);
});

test('looks for browsers on macOS among the applications of the machine and of the user', () => {
  const paths = installedBrowserPaths('darwin', { HOME: '/Users/ada', PATH: '/opt/homebrew/bin' });
  expect(paths[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  expect(paths).toContain('/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge');
  expect(paths).toContain('/opt/homebrew/bin/chromium');
});

test('looks for browsers on Linux on the PATH', () => {
  const paths = installedBrowserPaths('linux', { PATH: '/usr/bin:/snap/bin' });
  expect(paths).toContain('/snap/bin/chromium');
  expect(paths).toContain('/usr/bin/microsoft-edge');
});

test('leaves out a browser without a window for a person who is to see it', () => {
  const environment = { PATH: '/usr/bin' };
  expect(installedBrowserPaths('linux', environment)[0]).toBe('/usr/bin/chrome-headless-shell');
  const shown = installedBrowserPaths('linux', environment, false);
  expect(shown[0]).toBe('/usr/bin/chromium');
  expect(shown).toContain('/usr/bin/brave-browser');
  expect(shown).not.toContain('/usr/bin/chrome-headless-shell');
});
