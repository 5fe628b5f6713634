def checks(is_long):
    return []
