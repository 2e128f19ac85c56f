#ifndef PSGLIB_SHIM_H
#define PSGLIB_SHIM_H

#include <glib.h>

#endif
