/** A hand of more cards than this lies in two rows on phones. */
export const CARDS_PER_ROW = 9;
