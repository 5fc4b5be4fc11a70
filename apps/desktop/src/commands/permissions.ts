import path from 'node:path';
import type { Command } from 'commander';
import { withdrawConsent, writeConsent } from '../consent/consent.ts';
import { allowOwnBrowser, withdrawOwnBrowser } from '../consent/own-browser.ts';
import { disableAutostart, enableAutostart } from '../session/autostart.ts';
import type { CommandContext } from './command-context.ts';

/** Adds `allow`, `disallow`, `attach` and `autostart`. */
export function addPermissionCommands(program: Command, context: CommandContext): void {
  const { places, say } = context;
  program
    .command('allow')
    .description('let Runs use the desktop of this machine, from the next Run on')
    .argument('[applications...]', 'only these, by desktop id; default: all that are not kept apart')
    .option('--unattended', 'also while it is not known whether the screen is locked')
    .action(async (applications: string[], options: { unattended?: boolean }) => {
      await writeConsent(places, {
        applications: applications.length === 0 ? null : applications,
        unattended: options.unattended === true,
      });
      const which =
        applications.length === 0 ? 'all applications that are not kept apart' : applications.join(', ');
      say(`Runs may use the desktop: ${which}. Take it back: errand-desktop disallow`);
    });
  program
    .command('disallow')
    .description('keep Runs away from the desktop, from the next Run on; stop ends the one in hand')
    .action(() => withdrawConsent(places));
  program
    .command('attach')
    .description('let Runs without a scope work in the browser that you use, from the next Run on')
    .option('--user-data <folder>', 'where that browser keeps its data; default: where browsers do')
    .option('--off', 'let them use the profile of their own again')
    .action(async (options: { userData?: string; off?: boolean }) => {
      if (options.off === true) await withdrawOwnBrowser(places);
      else
        await allowOwnBrowser(places, {
          userDataDir: options.userData === undefined ? null : path.resolve(options.userData),
        });
      const { HOW_TO_ATTACH } = await import('@errand/browser-runtime');
      say(
        options.off === true
          ? 'Runs use the profile of their own.'
          : `Runs without a scope open tabs in your own browser, where you are signed in. ${HOW_TO_ATTACH} Take it back: errand-desktop attach --off`,
      );
    });
  program
    .command('autostart')
    .description('start with your session on this machine, from now on')
    .option('--off', 'not any more')
    .action(async (options: { off?: boolean }) => {
      if (options.off === true) await disableAutostart(places);
      else await enableAutostart(places, [process.execPath, context.program, 'start']);
      say(
        options.off === true
          ? 'errand-desktop no longer starts with your session.'
          : `errand-desktop starts with your session. ${places.autostart} says so; take it back: errand-desktop autostart --off`,
      );
    });
}
