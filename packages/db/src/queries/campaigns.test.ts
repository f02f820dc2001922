import { describe, expect, it } from 'vitest';
import { SettingError } from '../errors';
import { campaignKey, campaignOf, toCampaign } from './campaigns';

describe('the campaign of a run', () => {
  it('is what people say, else what the files say, else nothing', () => {
    expect(campaignOf({ campaign: 'of the file', corrected: [] }, { settings: { campaign: 'said' } })).toBe(
      'said',
    );
    expect(campaignOf({ campaign: 'of the file', corrected: [] }, { settings: { notes: 'x' } })).toBe(
      'of the file',
    );
    expect(campaignOf({ campaign: null, corrected: [] }, { settings: {} })).toBeNull();
    const upload = { settings: { campaign: 'said' } };
    expect(campaignOf({ campaign: 'corrected', corrected: ['campaign'] }, upload)).toBe('corrected');
    expect(campaignOf({ campaign: null, corrected: ['campaign'] }, upload)).toBeNull();
  });

  it('is its upload when none was named, and no name looks like that', () => {
    expect(campaignKey({ campaign: null, uploadId: 7 })).toBe('upload 7');
    expect(campaignKey({ campaign: 'upload 7', uploadId: 8 })).not.toBe('upload 7');
    expect(campaignKey({ campaign: 'may', uploadId: 7 })).toBe(campaignKey({ campaign: 'may', uploadId: 8 }));
  });
});

describe('toCampaign', () => {
  it('takes up to 100 characters', () => {
    expect(toCampaign('x'.repeat(100))).toHaveLength(100);
  });

  it.each(['', ' may', 'may ', 'x'.repeat(101)])('refuses %j', (text) => {
    expect(() => toCampaign(text)).toThrow(SettingError);
  });
});
