/** Templates by example, for the guide. The tests of the Runbook language check that it takes each. */
export const TEMPLATE_EXAMPLES: readonly { template: string; value: string }[] = [
  { template: '{{ inputs.quantity }}', value: 'The input `quantity` of the Run.' },
  { template: '{{ steps.total.output }}', value: 'The output of the step `total`.' },
  { template: '{{ steps.order.output.number }}', value: 'One field of an output that is an object.' },
  { template: '{{ steps.rows.output[0].name }}', value: 'A field of the first item of a list.' },
  { template: '{{ inputs.note | default("none") }}', value: 'Another value where there is none.' },
  { template: '{{ steps.rows.output | length }}', value: 'How many items a list has.' },
  { template: '{{ run.id }}', value: 'The id of the Run; `run.startedAt` is when it began.' },
  { template: 'Order for {{ inputs.customer }}', value: 'A text with the input in it.' },
];

/** Conditions by example, for the guide. The tests of the Runbook language check that it takes each. */
export const CONDITION_EXAMPLES: readonly { condition: string; holds: string }[] = [
  { condition: 'url contains "/done"', holds: 'The address of the page contains the text.' },
  { condition: 'url matches /orders\\/\\d+$/', holds: 'The address matches the regular expression.' },
  { condition: 'text "Saved" is visible', holds: 'The page shows the text.' },
  { condition: 'text "Loading" is hidden', holds: 'The page does not show the text.' },
  { condition: 'element "#receipt" is visible', holds: 'The page shows the element of the selector.' },
  { condition: 'output contains "GBP"', holds: 'The output of the step contains the text.' },
  { condition: 'value "{{ inputs.kind }}" equals "new"', holds: 'The value is the text.' },
  { condition: 'value "{{ inputs.note }}" is empty', holds: 'The value is missing or empty.' },
  { condition: 'value "{{ steps.total.output }}" is greater than 5', holds: 'The number is greater.' },
  {
    condition: 'url contains "/done" and not text "Error" is visible',
    holds: 'Both parts hold.',
  },
];
