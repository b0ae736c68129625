/* Every test there is; all.c runs them in this order. */
#ifndef TESTS_H
#define TESTS_H

#define ALL_TESTS(run) \
    run(test_the_box_says_hello_and_then_its_state) \
    run(test_a_press_is_sent_again_until_it_is_acknowledged) \
    run(test_an_edge_that_waits_for_weeks_never_seems_young) \
    run(test_a_reset_keeps_what_waits_and_what_is_held) \
    run(test_power_loss_is_a_new_boot) \
    run(test_orders_light_leds_and_a_nonce_plays_once) \
    run(test_a_tune_is_not_heard_again_when_the_clock_wraps) \
    run(test_nonsense_orders_change_nothing_and_are_counted) \
    run(test_a_copied_box_takes_an_id_of_its_own_and_begins_anew) \
    run(test_a_full_line_delays_and_loses_nothing) \
    run(test_a_clean_edge_is_told_once_within_1_5_ms) \
    run(test_bounce_is_told_once) \
    run(test_a_spike_under_a_millisecond_is_nothing) \
    run(test_contacts_do_not_disturb_each_other) \
    run(test_after_a_start_every_contact_rests) \
    run(test_crc_has_the_published_check_values) \
    run(test_every_length_of_payload_comes_back) \
    run(test_one_changed_byte_spoils_a_frame_and_the_next_is_sound) \
    run(test_an_endless_run_is_one_spoiled_frame) \
    run(test_idle_delimiters_spoil_nothing) \
    run(test_a_new_box_draws_its_id_once) \
    run(test_one_spoiled_copy_changes_nothing) \
    run(test_power_lost_while_writing) \
    run(test_boots_of_two_boxes_differ) \
    run(test_each_seat_has_its_outputs) \
    run(test_blinking_starts_lit_and_keeps_time) \
    run(test_single_leds_light_for_any_colour) \
    run(test_unknown_codes_are_refused) \
    run(test_without_a_host_a_light_goes_round) \
    run(test_tunes_begin_and_end) \
    run(test_edges_wait_in_order_until_acknowledged) \
    run(test_a_full_queue_counts_and_follows_the_hands) \
    run(test_numbers_wrap) \
    run(test_a_reset_in_the_middle_of_a_change_loses_nothing) \
    run(test_decayed_memory_is_not_taken_up) \
    run(test_the_clock_goes_on_after_a_reset) \
    run(test_what_is_old_stays_old_while_the_clock_wraps) \
    run(test_usb_the_device_names_itself) \
    run(test_usb_the_configuration_is_whole) \
    run(test_usb_strings) \
    run(test_usb_becoming_configured) \
    run(test_usb_endpoints_halt_and_go_on) \
    run(test_usb_the_serial_port_and_the_1200_baud_touch) \
    run(test_usb_any_request_is_safe)

#define DECLARE(name) void name(void);
ALL_TESTS(DECLARE)
#undef DECLARE

#endif
