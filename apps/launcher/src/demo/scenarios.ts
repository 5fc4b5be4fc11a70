import type { CreateRunbook, PrimitiveStep } from '@errand/contracts';
import type { PrimitiveName } from '@errand/contracts/primitives';

/** A task for the embedded planner. */
export function adHocTask(shop: string): string {
  return (
    `Open ${shop}, search for "teapot", click the first result, choose "Blue" from Colour, set Quantity to 2, ` +
    'click "Add to cart", and report the total.'
  );
}

const product = '{{ inputs.product }}';

/** A Runbook that places an order and reads its number, and needs no approval: tests run it many times. */
export function orderRunbook(shop: string): CreateRunbook {
  return {
    schemaVersion: 3,
    title: 'Order from the demo shop',
    parameters: [
      { name: 'product', type: 'string', required: true, description: 'Exact name of the product' },
      { name: 'colour', type: 'string', required: true },
      { name: 'quantity', type: 'integer', minimum: 1, maximum: 9, default: 1 },
      { name: 'customer', type: 'string', required: true, maxLength: 80 },
      { name: 'email', type: 'email', required: true },
      { name: 'address', type: 'string', required: true },
    ],
    steps: [
      step('open', 'browser.navigate', { url: shop }, 'Open the shop'),
      step(
        'search',
        'browser.fill',
        { target: { role: 'searchbox' }, value: product },
        'Type the name into the search box',
      ),
      step('submit', 'browser.press', { key: 'Enter', target: { role: 'searchbox' } }, 'Search'),
      {
        ...step(
          'choose',
          'browser.click',
          { target: { role: 'link', name: product, exact: true } },
          'Open the product',
        ),
        completionCondition: 'url contains "/products/"',
      },
      step('price', 'browser.extract', { target: { testId: 'price' }, as: 'text' }, 'Read the price'),
      step(
        'colour',
        'browser.select',
        { target: { label: 'Colour' }, label: '{{ inputs.colour }}' },
        'Choose the colour',
      ),
      step(
        'quantity',
        'browser.fill',
        { target: { label: 'Quantity' }, value: '{{ inputs.quantity }} ' },
        'Set the quantity',
      ),
      step(
        'add',
        'browser.click',
        { target: { role: 'button', name: 'Add to cart', exact: true } },
        'Put it into the cart',
      ),
      step(
        'checkout',
        'browser.click',
        { target: { role: 'link', name: 'Checkout', exact: true } },
        'Go to the checkout',
      ),
      step(
        'name',
        'browser.fill',
        { target: { label: 'Full name' }, value: '{{ inputs.customer }}' },
        'Fill in the name',
      ),
      step(
        'email',
        'browser.fill',
        { target: { css: '#checkout input[type=email]' }, value: '{{ inputs.email }}' },
        'Fill in the email',
      ),
      step(
        'address',
        'browser.fill',
        { target: { label: 'Address', exact: true }, value: '{{ inputs.address }}' },
        'Fill in the address',
      ),
      step(
        'express',
        'browser.check',
        { target: { role: 'radio', name: 'Express' } },
        'Choose express shipping',
      ),
      {
        ...step(
          'order',
          'browser.click',
          { target: { role: 'button', name: 'Place order' } },
          'Place the order',
        ),
        completionCondition:
          'text "Thank you, {{ inputs.customer }}" is visible and url contains "/confirmation"',
      },
      step(
        'line',
        'browser.extract',
        { target: { testId: 'order-number' }, as: 'text' },
        'Read the line with the order number',
      ),
      step(
        'number',
        'data.match',
        { value: '{{ steps.line.output }}', pattern: '(?<order>SH-\\d+)' },
        'Keep the number itself',
      ),
    ],
  };
}

function step(
  id: string,
  primitive: PrimitiveName,
  input: Record<string, unknown>,
  instruction: string,
): PrimitiveStep {
  return { id, kind: 'primitive', primitive, input, instruction };
}

/** Inputs of `orderRunbook`. */
export const orderInputs = {
  product: 'Blue Teapot',
  colour: 'Moss',
  quantity: 2,
  customer: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '12 St James Square, London',
};
