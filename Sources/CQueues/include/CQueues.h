#ifndef CQUEUES_H
#define CQUEUES_H

/// Returns the label of the dispatch queue on which the calling thread works now, which Swift does not tell on all
/// systems; an empty text if it has none.
const char *_Nonnull cqueue_current_label(void);

#endif
