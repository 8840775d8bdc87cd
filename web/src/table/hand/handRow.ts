/** On phones a hand with more cards than this lies in two rows. */
export const CARDS_PER_ROW = 9;
