/** Short content hashes: the first 16 hex characters (64 bits) of SHA-256, enough to tell apart what one person has. */
import crypto from 'node:crypto';

export const shortHash = (text: string): string => crypto.createHash('sha256').update(text).digest('hex').slice(0, 16);
