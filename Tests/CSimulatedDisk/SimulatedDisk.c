#include "CSimulatedDisk.h"
