import type { UploadCampaign } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { campaignModel } from './uploads-preview';

const own = [{ isOwn: true }];
const campaign = (given: Partial<UploadCampaign>): UploadCampaign => ({
  said: null,
  ofFiles: [],
  changes: [],
  ...given,
});

describe('campaignModel', () => {
  it('takes what people say before what the files say, and tells both', () => {
    expect(campaignModel(campaign({ said: 'may', ofFiles: ['june'] }), own)).toMatchObject({
      name: 'may',
      text: 'set with the upload; basecase.json says june.',
      given: 'may',
    });
    expect(campaignModel(campaign({ ofFiles: ['june', 'july'] }), own)).toMatchObject({
      name: 'june, july',
      text: 'from basecase.json.',
      given: '',
    });
  });

  it('makes an unnamed upload its own campaign', () => {
    const model = campaignModel(campaign({}), own);
    expect(model.name).toBe('');
    expect(model.text).toMatch(/^No campaign was named, so this upload is its own/);
  });

  it('says of runs that another upload brought where they belong', () => {
    const { text } = campaignModel(campaign({ said: 'may' }), [...own, { isOwn: false }]);
    expect(text).toContain('stored first belong to its campaign');
  });

  it('keeps who said what when', () => {
    const changes = [
      { campaign: null, by: 'local', at: '2026-11-20T12:00:00.000Z' },
      { campaign: 'may', by: 'nightly', at: '2026-11-19T12:00:00.000Z' },
    ];
    const model = campaignModel(campaign({ changes }), own);
    expect(model.changes.map(({ text }) => text.split(',')[0])).toEqual([
      'removed by local',
      'named “may” by nightly',
    ]);
    expect(campaignModel(campaign({ said: 'may', changes }), own).text).toBe('set after the upload.');
  });
});
