#include "CQueues.h"

#include <stddef.h>

// As <dispatch/dispatch.h> declares it, which needs blocks. NULL stands for the current queue.
extern const char *dispatch_queue_get_label(void *queue);

const char *cqueue_current_label(void) {
  const char *label = dispatch_queue_get_label(NULL);
  return label ? label : "";
}
