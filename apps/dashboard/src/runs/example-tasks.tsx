import { ArrowRight } from 'lucide-react';
import { Button } from '../ui/button.tsx';

const LOGIN = { email: 'demo@shop.example', password: 'teapot-42' };

/** Tasks that work on the demonstration shop at `site`. */
function tasksOn(site: string): { title: string; task: string; secrets?: Record<string, string> }[] {
  return [
    {
      title: 'Find a price',
      task: `Open ${site}, search for "teapot", click the first result and report the price.`,
    },
    {
      title: 'Fill a cart',
      task: `Open ${site}, search for "teapot", click the first result, choose "Blue" from Colour, set Quantity to 2, click "Add to cart", and report the total.`,
    },
    {
      title: 'Log in with a secret',
      task: `Open ${site}/login, fill Email with "${LOGIN.email}", fill Password with "{{ secrets.password }}", click "Log in" and report the heading.`,
      secrets: { password: LOGIN.password },
    },
  ];
}

export interface ExampleTask {
  task: string;
  secrets?: Record<string, string>;
}

/** First Runs on the demonstration shop, one click each. */
export function ExampleTasks({
  site,
  isBusy,
  onChoose,
}: {
  site: string;
  isBusy: boolean;
  onChoose: (task: ExampleTask) => void;
}) {
  return (
    <ul className="grid w-full gap-3 text-left sm:grid-cols-3">
      {tasksOn(site).map(({ title, ...example }) => (
        <li key={title} className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-3">
          <h3 className="font-semibold text-text">{title}</h3>
          <p className="grow text-xs break-words">{example.task}</p>
          <Button
            className="w-fit"
            isBusy={isBusy}
            onClick={() => onChoose(example)}
            aria-label={`Run “${title}”`}
          >
            Run it <ArrowRight aria-hidden className="size-3.5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
