#ifndef PSGIO_SHIM_H
#define PSGIO_SHIM_H

#include <gio/gio.h>

#endif
