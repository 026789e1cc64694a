/** RFC 8032. */
export const ED25519_SIGNATURE_BYTES = 64;
export const ED25519_KEY_BYTES = 32;
