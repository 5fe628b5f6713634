#pragma once
#include <stddef.h>

/// The OpenAPI document of the service, as it lies in Schemas/openapi.yaml. Not terminated by NUL.
const unsigned char *larder_contract(void);
size_t larder_contract_size(void);
