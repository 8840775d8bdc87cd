/** On phones a hand with more cards than this is drawn in two rows. */
export const CARDS_PER_ROW = 9;
