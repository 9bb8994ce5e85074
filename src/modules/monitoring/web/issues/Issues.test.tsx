// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aFinding, openScans } from '../testing/scans.tsx';

const issues = async () => within(await screen.findByRole('region', { name: 'Issues' }));
/** A JPEG as far as its first and last bytes tell. */
const picture = '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==';

async function openIssues(...findings: Parameters<typeof aFinding>[]) {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  world.finds({ findings: findings.map((one) => aFinding(...one)) });
  await world.scan(id);
  const view = await world.open();
  const details = async (title: string) => {
    const toggle = await screen.findByRole('button', { name: new RegExp(`${title}.*address`) });
    // what is open stays open in another list
    if (toggle.getAttribute('aria-expanded') !== 'true') await view.user.click(toggle);
    const region = within(await (await issues()).findByRole('region', { name: new RegExp(title) }));
    await region.findByText('History');
    return region;
  };
  return { world, id, view, details };
}

describe('an issue', () => {
  test('is accepted until a date with a reason, and the decision is taken back', async () => {
    const { view, details } = await openIssues(['a'], ['b']);
    let issue = await details('Issue a');
    await view.user.click(issue.getByRole('button', { name: 'Accept risk' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept this risk' }));
    await view.user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    expect(await dialog.findByText('Please say why.')).toBeTruthy();
    await view.user.type(dialog.getByRole('textbox', { name: /Why is this acceptable/ }), 'Behind a wall');
    await view.user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    expect((await screen.findAllByText('The issue is now an accepted risk')).length).toBeGreaterThan(0);
    await view.user.click(await screen.findByRole('radio', { name: 'Accepted (1)' }));
    issue = await details('Issue a');
    expect(await issue.findByText('Behind a wall')).toBeTruthy();
    await view.user.click(issue.getByRole('button', { name: 'Undo decision' }));
    expect((await screen.findAllByText('The decision about the issue was undone')).length).toBeGreaterThan(0);
    expect(await screen.findByRole('radio', { name: 'Open (2)' })).toBeTruthy();
  });

  test('is checked alone after a fix, and says that it is gone', async () => {
    const { world, view, details } = await openIssues(['a', { rule: 'rule.passed' }], ['b']);
    world.finds({ findings: [], passed: ['rule.passed'] });
    const issue = await details('Issue a');
    await view.user.click(issue.getByRole('button', { name: 'I fixed this: check again' }));
    expect(await issue.findByText('Waiting to be checked.')).toBeTruthy();
    await world.portal.runJobs();
    expect(await screen.findByRole('radio', { name: 'Fixed (1)' }, { timeout: 10_000 })).toBeTruthy();
    await view.user.click(screen.getByRole('radio', { name: 'Fixed (1)' }));
    expect(await (await details('Issue a')).findByText('Gone, marked as fixed.')).toBeTruthy();
  });

  test('is chosen with others, and all are marked at once', async () => {
    const { view } = await openIssues(['a'], ['b'], ['c']);
    for (const title of ['Issue a', 'Issue c'])
      await view.user.click(await screen.findByRole('checkbox', { name: `Choose ${title}` }));
    const bar = within(await screen.findByRole('region', { name: 'Chosen issues' }));
    expect(bar.getByText('2 issues chosen')).toBeTruthy();
    await view.user.click(bar.getByRole('button', { name: 'False alarm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as a false alarm' }));
    await view.user.type(dialog.getByRole('textbox'), 'A test page');
    await view.user.click(dialog.getByRole('button', { name: 'Mark as false alarm' }));
    expect(await screen.findByRole('radio', { name: 'False alarms (2)' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Open (1)' })).toBeTruthy();
  });

  test('is found by category and part of the website, and exported as it is filtered', async () => {
    const place = aFinding('x').places[0]!;
    const { view } = await openIssues(
      [
        'a',
        { owasp: 'A03:2021 Injection', places: [{ ...place, url: 'https://shop.acme-widgets.com/cart/a' }] },
      ],
      ['b'],
    );
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Folder' }), '/cart/');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'OWASP category' }), 'A03');
    await screen.findByText('1 issues');
    expect((await issues()).queryByText('Issue b')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Export' }));
    const address = new URL(
      (await screen.findByRole('menuitem', { name: /CSV/ })).getAttribute('href')!,
      'http://localhost',
    );
    expect(address.pathname).toMatch(/\/csv$/);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      state: 'open',
      owasp: 'A03',
      folder: '/cart/',
    });
  });
});

describe('what a hostile website wrote', () => {
  const markup = '<img src=x onerror=alert(1)><a href="javascript:alert(1)">click</a>';
  test('stays text: no markup, no links, nothing that turns a line around', async () => {
    const { details } = await openIssues([
      'a',
      {
        title: `Issue a ${markup}`,
        explanation: markup,
        fix: `${markup}\n  <script>alert(1)</script>`,
        references: [
          'javascript:alert(1)',
          'data:text/html,<script>alert(1)</script>',
          ' https://x.example',
          'https://owasp.org/x',
        ],
        screenshot: picture,
        places: [
          {
            method: 'GET\u202e',
            url: 'javascript:alert(document.domain)//',
            parameter: markup,
            evidence: `${markup}\u202egpj.exe`,
            request: markup,
            response: markup,
            payload: markup,
          },
        ],
      },
    ]);
    const issue = await details('Issue a');
    const panel = (await issue.findByText('History')).closest('[role="region"]')!;
    // its own page is the portal's, and no word of it is the website's
    expect(
      [...panel.querySelectorAll('a:not([href^="/webappscan/"])')].map((link) => link.getAttribute('href')),
    ).toEqual(['https://owasp.org/x']);
    expect(
      panel.querySelectorAll('script, iframe, object, embed, svg[onload], [onerror], [onclick]'),
    ).toHaveLength(0);
    const images = [...panel.querySelectorAll('img')];
    expect(images.map((image) => image.getAttribute('src'))).toEqual([`data:image/jpeg;base64,${picture}`]);
    expect(images[0]!.getAttribute('alt')).toContain('as proof of');
    expect(panel.textContent).toContain('javascript:alert(document.domain)//');
    expect(panel.textContent).toContain('\\u202egpj.exe');
    expect(panel.textContent).not.toContain('\u202e');
  });

  test.each(['AAAA', 'data:image/svg+xml,<svg onload=alert(1)>', '/9j/"><script>alert(1)</script>'])(
    'is no picture: %s',
    async (screenshot) => {
      const { details } = await openIssues(['a', { screenshot }]);
      const issue = await details('Issue a');
      const panel = issue.getByText('History').closest('[role="region"]')!;
      expect(panel.querySelectorAll('img')).toHaveLength(0);
    },
  );
});
